from django.urls import URLPattern, URLResolver, include, path

from clubtornei.events.views import entries, formula, home, settings, wizard

app_name = "events"

of_entries: list[URLPattern] = [
    path("", entries.entries, name="entries"),
    path("add/", entries.enter, name="enter"),
    path("new/", entries.enter_new, name="entry_new"),
    path("presence/", entries.presence, name="presence"),
    path("presence/all/", entries.check_all_in, name="check_all_in"),
    path("remove-absent/", entries.remove_absent, name="remove_absent"),
    path("<int:ident>/", entries.change, name="entry_change"),
    path("<int:ident>/remove/", entries.remove, name="entry_remove"),
    path("<int:ident>/present/", entries.check_in, name="check_in"),
]

of_event: list[URLPattern | URLResolver] = [
    path("formula/", formula.adapt, name="formula"),
    path("settings/", settings.settings, name="settings"),
    path("publish/", settings.publish, name="publish"),
    path("delete/", settings.delete, name="delete"),
    path("entries/", include(of_entries)),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("c/<slug:slug>/", home.club, name="club"),
    path("c/<slug:slug>/events/new/", wizard.new, name="new"),
    path("c/<slug:slug>/events/new/<slug:name>/", formula.new, name="new_by_formula"),
    path("e/<slug:slug>/", include(of_event)),
]
