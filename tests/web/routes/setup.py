"""The addresses of setting up."""

from tests.web.routes.visitors import Pages, Routes

ROUTES: Routes = {}

PAGES: Pages = {}
