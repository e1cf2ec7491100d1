// Package webhook is what is true about webhooks: who is told of which events at which address, what a message looks like
// and how it is signed, which addresses may be sent to, and how long a message is tried.
//
// A webhook hears of events of its own organization only: of all of them or of the kinds that it names, of all
// environments or of one. A schedule that names it tells it besides how its firings end. An event becomes one delivery for
// each webhook that listens, stored by the same transaction that made the event true; package courier sends deliveries and
// writes down what came of them.
//
// Messages follow Standard Webhooks: the headers webhook-id, webhook-timestamp and webhook-signature, an HMAC over
// "id.timestamp.body" under a secret that is shown once. A delivery arrives at least once, and carries the same id each
// time that it is sent, also when somebody replays it.
//
// This package sends nothing, and keeps nothing: it holds the nouns, their rules, the service that people use and the store
// interface that the service needs.
package webhook
