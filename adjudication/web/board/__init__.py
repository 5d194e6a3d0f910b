"""The one board of all pages: drawn as SVG, stepped through, marked, and told in words."""
