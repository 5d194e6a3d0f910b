ARG PYTHON_IMAGE=python:3.13-slim
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
RUN python manage.py collectstatic --noinput \
    && useradd --create-home --uid 10001 shinpan \
    && install --directory --owner=shinpan /backups
USER shinpan
EXPOSE 8000
CMD ["gunicorn", "--bind=0.0.0.0:8000", "--workers=2", "--threads=8", "--keep-alive=150", "--worker-tmp-dir=/dev/shm", "--no-control-socket", "config.wsgi"]
