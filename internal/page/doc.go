// Package page is how every list is cut into pages: a request (how many, from where, in which order), a cursor that is
// opaque to clients, and a result. Cursors name the last element by its value and its id, never by a count, so that
// what is added or removed between two pages neither repeats an element nor loses one.
package page
