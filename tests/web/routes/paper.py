"""The addresses of what is printed."""

from tests.web.routes.visitors import Pages, Routes

ROUTES: Routes = {}

PAGES: Pages = {}
