"""The addresses of corrections and the record."""

from tests.web.routes.visitors import Pages, Routes

ROUTES: Routes = {}

PAGES: Pages = {}
