"""Django's settings. Everything an installation may configure comes from the environment.

The variables are listed in docs/configuration.md. The readers in :mod:`config.env` stop the
start and name the variable if a value is missing or invalid.
"""

import contextlib
import tomllib
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from kombu.entity import Queue

from config import env
from config.secret_key import stored_secret_key
from config.sentry import init_sentry
from config.storage import records_storage

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text("utf-8"))["project"]["version"]
"""The release of Shinpan, as CHANGELOG.md has it."""

# --- What kind of installation this is ---------------------------------------------------------

DEBUG = env.flag("SHINPAN_DEBUG")
SHINPAN_DEMO = env.flag("SHINPAN_DEMO")
_LOCAL = DEBUG or SHINPAN_DEMO
SHINPAN_ANYBODY_CREATES = env.flag("SHINPAN_ANYBODY_CREATES", default=_LOCAL)
SHINPAN_DATA_DIR = Path(env.text("SHINPAN_DATA_DIR", str(BASE_DIR / "var"))).resolve()
SHINPAN_BASE_URL = env.web_address(
    "SHINPAN_BASE_URL", "http://127.0.0.1:8000" if _LOCAL else ""
)  # the URL players see, without a trailing slash; "": the one of the request
SHINPAN_FONTS = env.text("SHINPAN_FONTS")  # a folder of additional fonts for printing
_HTTPS = env.flag("SHINPAN_HTTPS", default=not _LOCAL)

SECRET_KEY = env.text("SHINPAN_SECRET_KEY")
if not SECRET_KEY:
    if not _LOCAL:
        raise env.SettingError(
            "SHINPAN_SECRET_KEY",
            "is missing; give at least 50 random characters, or SHINPAN_SECRET_KEY_FILE. "
            "(SHINPAN_DEMO=1 or SHINPAN_DEBUG=1 makes one by itself.)",
        )
    SECRET_KEY = stored_secret_key(SHINPAN_DATA_DIR)

# --- Jobs --------------------------------------------------------------------------------------

SHINPAN_LEASE_SECONDS = env.number("SHINPAN_LEASE_SECONDS", 30, least=1, most=3600)
SHINPAN_ALIVE_FILE = env.text("SHINPAN_ALIVE_FILE")  # touched by a worker while it is alive
SHINPAN_SWEEP_SECONDS = env.number("SHINPAN_SWEEP_SECONDS", 3, least=1, most=60)

# --- Messages ----------------------------------------------------------------------------------

SHINPAN_WEBHOOK_PRIVATE = env.flag("SHINPAN_WEBHOOK_PRIVATE")
SHINPAN_WEBHOOK_PORTS = env.ports("SHINPAN_WEBHOOK_PORTS", (443, 8443))
_EMAIL = env.email("SHINPAN_EMAIL_URL")
SHINPAN_EMAIL = _EMAIL["backend"] is not None
if SHINPAN_EMAIL and not SHINPAN_BASE_URL:
    raise env.SettingError("SHINPAN_BASE_URL", "is missing; e-mails need it for their links.")
DEFAULT_FROM_EMAIL = env.mailbox("SHINPAN_EMAIL_FROM", needed=SHINPAN_EMAIL)
SHINPAN_EMAIL_PER_HOUR = env.number("SHINPAN_EMAIL_PER_HOUR", 2000, least=1, most=1_000_000)
EMAIL_BACKEND = _EMAIL["backend"] or "django.core.mail.backends.dummy.EmailBackend"
EMAIL_HOST, EMAIL_PORT = _EMAIL["host"], _EMAIL["port"]
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _EMAIL["user"], _EMAIL["password"]
EMAIL_USE_SSL, EMAIL_USE_TLS = _EMAIL["tls"], _EMAIL["starttls"]
EMAIL_TIMEOUT = 10

# --- Django ------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "axes",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "jobs",
    "tournament",
    "adjudication",
    "notices",
    "operations",
    "api",
]

MIDDLEWARE = [
    "operations.monitoring.middleware.RequestMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.middleware.BodyLimitMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "config.middleware.LargestIdMiddleware",
    "config.middleware.TournamentMiddleware",
    "config.middleware.UnreadFormMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

FORM_RENDERER = "django.forms.renderers.TemplatesSetting"  # templates/django/forms
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# The demo has its own file: `--fresh` removes it, and no real tournament may be in it.
SHINPAN_DEMO_DATABASE = SHINPAN_DATA_DIR / "demo.sqlite3"
_DATABASE = SHINPAN_DEMO_DATABASE if SHINPAN_DEMO else SHINPAN_DATA_DIR / "shinpan.sqlite3"
DATABASES = {
    "default": env.database(
        "DATABASE_URL",
        f"sqlite:///{quote(str(_DATABASE))}",
        pool_size=env.number("SHINPAN_DB_POOL", 8, least=0, most=100),
    )
}

if not env.raw("DATABASE_URL"):
    with contextlib.suppress(OSError):  # a command that needs no database may run where this fails
        SHINPAN_DATA_DIR.mkdir(parents=True, exist_ok=True)

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "EXCEPTION_HANDLER": "api.problems.handle",
    "URL_FORMAT_OVERRIDE": None,  # `?format=` is no parameter here
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Shinpan",
    "DESCRIPTION": "Go tournaments: players, rounds, games, cases. The guide is docs/api.md.",
    "VERSION": "1",
    "SERVERS": [{"url": "/"}],
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "WinnerEnum": "tournament.games.models.result.Winner.values",
        "ReasonEnum": "tournament.games.models.result.Reason.values",
        "ReportableWinnerEnum": "adjudication.verdicts.services.claims.WINNERS",
        "ReportableReasonEnum": "adjudication.verdicts.services.claims.REASONS",
    },
    "ENABLE_DJANGO_DEPLOY_CHECK": False,  # a test reads the whole schema
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "api.schema.close_bodies",
    ],
}
# Calls a minute: of one token, and of one address without a token.
SHINPAN_API_CALLS = env.number("SHINPAN_API_CALLS", 600, least=1, most=1_000_000)
SHINPAN_API_ANONYMOUS_CALLS = env.number(
    "SHINPAN_API_ANONYMOUS_CALLS", 240, least=1, most=1_000_000
)

# --- Language and time -------------------------------------------------------------------------

LANGUAGES = [("en", _("English")), ("fr", _("French"))]
LANGUAGE_CODE = env.choice("SHINPAN_LANGUAGE", "en", [code for code, name in LANGUAGES])
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
FORMAT_MODULE_PATH = ["config.formats"]
USE_TZ = True
TIME_ZONE = env.time_zone("SHINPAN_TIME_ZONE", "UTC")

# --- Static files ------------------------------------------------------------------------------

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# "manifest" serves what `manage.py collectstatic` gathered, under names that change with the
# content; "plain" serves the source folders as they are, with no step before the start.
_STATIC = env.choice("SHINPAN_STATIC", "plain" if _LOCAL else "manifest", ["plain", "manifest"])
STATIC_ROOT = BASE_DIR / "staticfiles" if _STATIC == "manifest" else None
WHITENOISE_USE_FINDERS = _STATIC == "plain"
WHITENOISE_AUTOREFRESH = DEBUG
# Records and pictures: all in the database, or the larger ones beside it; see
# adjudication.records.models.
SHINPAN_FILES_URL = env.text("SHINPAN_FILES_URL")
SHINPAN_FILES_IN_DATABASE_BYTES = env.number(
    "SHINPAN_FILES_IN_DATABASE_BYTES", 65_536, least=0, most=64 * 1024 * 1024
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "whitenoise.storage.CompressedManifestStaticFilesStorage"
            if _STATIC == "manifest"
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
    "records": records_storage("SHINPAN_FILES_URL", SHINPAN_FILES_URL),
}

# --- Security ----------------------------------------------------------------------------------

ALLOWED_HOSTS = env.hosts("SHINPAN_ALLOWED_HOSTS", SHINPAN_BASE_URL)
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator")
]
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
# Five wrong passwords lock a user name for a quarter of an hour, for the address they came from.
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_RESET_ON_SUCCESS = AXES_DISABLE_ACCESS_LOG = True
AXES_CLIENT_IP_CALLABLE = "tournament.common.rate_limit.client_network"
AXES_USERNAME_CALLABLE = "tournament.settings.views.operator.name_of"
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "csrfmiddlewaretoken", "next"]
AXES_ENABLE_ADMIN = AXES_VERBOSE = False
LOGIN_URL = "tournament:operator"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "tournament:home"
CSRF_FAILURE_VIEW = "tournament.staff.visitors.csrf_failed"
CSRF_TRUSTED_ORIGINS = [SHINPAN_BASE_URL] if SHINPAN_BASE_URL else []
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = _HTTPS
SESSION_ENGINE = "config.sessions"
SESSION_COOKIE_NAME = "__Host-session" if _HTTPS else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if _HTTPS else "csrf"
LANGUAGE_COOKIE_SECURE = _HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_HSTS_SECONDS = 31_536_000 if _HTTPS else 0
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]  # requested by machines nearby
SHINPAN_BEHIND_PROXY = env.flag("SHINPAN_BEHIND_PROXY")
if SHINPAN_BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# HSTS for subdomains and preloading would affect other sites of the same owner.
# The login page itself says that somebody has to wait, so axes needs no middleware.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021", "axes.W002"]

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "connect-src": [SELF],
        "font-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}

# A game record may have 512 kB (adjudication.rules.sgf); a form around it needs a little more.
DATA_UPLOAD_MAX_MEMORY_SIZE = 640 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 640 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
# For the forms for many records; others allow SHINPAN_MAX_FORM_FILES
# (tournament.common.body_sizes).
DATA_UPLOAD_MAX_NUMBER_FILES = 200
SHINPAN_MAX_FORM_FILES = 5
# Above this a request is refused unread; below it a form can say which field is too large.
SHINPAN_MAX_BODY_BYTES = 4 * 1024 * 1024

# --- Celery: wakes up the workers of the job table -----------------------------------------------

CELERY_BROKER_URL = env.broker("BROKER_URL", "memory://")
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {}
    if CELERY_BROKER_URL == "memory://"
    else {
        "visibility_timeout": 600,
        "queue_order_strategy": "priority",
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        "socket_connect_timeout": 0.5,
        # A broker that accepts connections and never answers would block every report.
        "socket_timeout": 1.0,
        # A hint may fail, but no submission may wait for it: kombu retries inside its channel even
        # if the caller asks for no retry (6 s a submission with the broker away; so 30 ms).
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0.05,
        "interval_max": 0.05,
    }
)
if CELERY_BROKER_URL != "memory://":  # otherwise there is one process, with its own memory
    CACHES = {
        "default": {
            "BACKEND": "config.cache.SharedCache",
            "LOCATION": CELERY_BROKER_URL,
            "KEY_PREFIX": "shinpan-cache",
            "OPTIONS": {
                "serializer": "config.cache.JsonSerializer",
                "socket_connect_timeout": 0.2,
                "socket_timeout": 0.5,
            },
        }
    }
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_DEFAULT_QUEUE = "shinpan"
# The most urgent first, as in jobs.models.Urgency. Sweeping comes before all of them: behind a long
# queue its turn would never come, and the jobs of dead workers would wait.
_SWEEPING = "shinpan.sweep"
CELERY_TASK_QUEUES = [
    Queue(name)
    for name in (
        *(_SWEEPING, "shinpan", "shinpan.messages"),
        *("shinpan.confirmation", "shinpan.bulk", "shinpan.archive"),
    )
]
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_TASK_TIME_LIMIT = 90
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 10.0
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# By default a worker closes the whole pool around every task and opens another, which costs the
# database server 10 ms each time. config.celery does what Django does around a request instead.
CELERY_DB_REUSE_MAX = 10**9
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "sweep": {
        "task": "jobs.sweep",
        "schedule": float(SHINPAN_SWEEP_SECONDS),
        # Without a worker they would pile up; one sweep does as much as a hundred late ones.
        "options": {"expires": float(SHINPAN_SWEEP_SECONDS), "queue": _SWEEPING},
    },
}

# --- Monitoring -------------------------------------------------------------------------------

SHINPAN_METRICS_TOKEN = env.text("SHINPAN_METRICS_TOKEN")
if SHINPAN_METRICS_TOKEN and len(SHINPAN_METRICS_TOKEN) < 20:
    raise env.SettingError("SHINPAN_METRICS_TOKEN", "is too short; give 20 random characters.")

init_sentry(env.text("SHINPAN_SENTRY_DSN"))
SHINPAN_PG_BIN = env.text("SHINPAN_PG_BIN")  # a folder with pg_dump and pg_restore
SHINPAN_BACKUP_COPY = env.copy_target("SHINPAN_BACKUP_COPY")

# --- Logging -----------------------------------------------------------------------------------

_LOG = env.choice("SHINPAN_LOG", "plain", ["plain", "json"])
_ACCESS_LOG = env.flag("SHINPAN_ACCESS_LOG", default=not SHINPAN_DEMO)
_LOG_LEVEL = env.choice("SHINPAN_LOG_LEVEL", "INFO", ["DEBUG", "INFO", "WARNING", "ERROR"])
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {
            "()": "config.log_formatters.PlainFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
        },
        "json": {"()": "config.log_formatters.JsonFormatter"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": _LOG}},
    "root": {"handlers": ["stderr"], "level": _LOG_LEVEL},
    # Their own handlers would log everything twice, including private links.
    "loggers": {
        **{
            name: {"handlers": [], "propagate": True}
            for name in ("django", "django.server", "gunicorn.error")
        },
        # One line per request and job; on the demo's terminal they would hide the links.
        **{
            name: {"level": _LOG_LEVEL if _ACCESS_LOG else "WARNING"}
            for name in ("shinpan.access", "jobs.worker")
        },
    },
}
