from django.urls import path

from clubtornei.events.views import formula, presets, wizard

app_name = "events"
urlpatterns = [
    path("c/<slug:slug>/events/new/", wizard.new, name="new"),
    path("c/<slug:slug>/events/presets/<int:pk>/", presets.new, name="preset_new"),
    path("c/<slug:slug>/events/presets/<int:pk>/delete/", presets.delete, name="preset_delete"),
    path("c/<slug:slug>/events/new/<slug:name>/", formula.new, name="new_by_formula"),
]
