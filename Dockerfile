ARG PYTHON_IMAGE=python:3.13-slim
# The optional compiled kernel (speed/): where it cannot be built the image works without it.
FROM ${PYTHON_IMAGE} AS kernel
WORKDIR /app
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
COPY requirements-speed.txt ./
COPY adjudication adjudication
COPY language language
COPY speed speed
RUN mkdir --parents speed/built \
    && (pip install --no-cache-dir --require-hashes -r requirements-speed.txt \
        && python -m speed.build || echo "Going on without it.")

FROM ${PYTHON_IMAGE}
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
WORKDIR /app
# Backups use the pg_dump of the server's version, which Debian does not have.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends postgresql-common ca-certificates \
    && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
    && apt-get install --yes --no-install-recommends postgresql-client-18 \
    && rm -rf /var/lib/apt/lists/*
COPY requirements.txt requirements-extra.txt ./
RUN pip install --no-cache-dir --require-hashes -r requirements.txt \
    && pip install --no-cache-dir --require-hashes -r requirements-extra.txt
COPY . .
COPY --from=kernel /app/speed/built speed/built
RUN python manage.py collectstatic --noinput \
    && useradd --create-home --uid 10001 shinpan \
    && install --directory --owner=shinpan /backups
USER shinpan
EXPOSE 8000
CMD ["gunicorn", "--bind=0.0.0.0:8000", "--workers=2", "--threads=8", "--keep-alive=150", "--worker-tmp-dir=/dev/shm", "--no-control-socket", "config.wsgi"]
