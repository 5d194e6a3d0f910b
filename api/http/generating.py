"""Making the schema's text, for the file in the repository and for the test that compares."""

from django.utils import translation
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer


def schema_text() -> str:
    """Return the OpenAPI schema as YAML. Raises ValueError for what cannot be described."""
    with translation.override("en"):
        GENERATOR_STATS.reset()
        schema = SchemaGenerator().get_schema(request=None, public=True)
        told = [*GENERATOR_STATS._warn_cache, *GENERATOR_STATS._error_cache]
        if told:
            raise ValueError("\n".join(told))
        content: bytes = OpenApiYamlRenderer().render(schema, renderer_context={})
    return content.decode()
