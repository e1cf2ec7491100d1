// Package webhook manages webhooks and sends their messages: subscriptions to events, the format and signature of a
// message, the addresses that may receive one, and the delivery of due messages.
//
// A webhook receives events of its own organization only: of all kinds or of those it names, of all environments or of one.
// A schedule that names a webhook also notifies it of the ends of its firings. An event becomes one delivery for each
// subscribed webhook. Package store writes the deliveries to the outbox in the transaction that records the event.
//
// Messages follow Standard Webhooks: the headers webhook-id, webhook-timestamp and webhook-signature, an HMAC over
// "id.timestamp.body" under a secret that is shown once. A delivery keeps its id each time it is sent, also on a replay.
//
// The Dispatcher sends deliveries:
//
//	loop: claim a webhook with due deliveries ──▶ send them in sequence ──▶ release the lease
//	                                                │
//	                                                └── after a failure: pause the webhook, keep the rest for later
//
// What it promises:
//
//   - A message arrives at least once, and normally once. One server at a time sends it, under a lease on its webhook, and
//     records the result of each attempt before the next one. If a server crashes between the two, another server sends the
//     message again with the same webhook-id.
//   - A message is retried for 24 hours, with a backoff that grows from seconds to hours. A status of 2xx is success; every
//     other status is a failure, redirects included. 410 fails the delivery at once. Retry-After is respected.
//   - One receiver does not delay another: each webhook has a lease of its own, an attempt takes ten seconds at most, and a
//     webhook that fails pauses.
//   - No message goes to an address that package egress refuses, whatever its host name resolves to: the check runs on the
//     address of every connection. The client uses no proxy and follows no redirect.
//
// Messages of one webhook are sent in the order of their events until one fails, and in any order after a failure.
//
// The package stores nothing itself: it declares the interfaces Store and Outbox, which package store implements.
package webhook
