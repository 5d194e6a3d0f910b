"""The addresses of records in bulk."""

from django.urls import path

from api.records.views import BulkRecords

urlpatterns = [
    path("tournaments/<slug:slug>/records/", BulkRecords.as_view(), name="bulk_records"),
]
