// Package page defines how lists are divided into pages: a request (limit, start, order), a cursor that is opaque to
// clients, and a result. A cursor identifies the last element by its value and its id, never by a count, so that an
// element that is added or removed between two pages neither repeats nor hides another one.
package page
