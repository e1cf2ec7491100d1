// Package courier sends the messages of webhooks.
//
//	loop: claim a webhook that something is due for ──▶ send its letters, one after the other ──▶ give it back
//	                                                       │
//	                                                       └── after a failure: pause, and leave the rest for later
//
// What it promises:
//
//   - A message arrives at least once, and normally once. It is sent by one server at a time, under a lease on its webhook;
//     what came of an attempt is written down before the next one. A server that dies between the two sends it again, with
//     the same webhook-id.
//   - A message is tried for 24 hours, after waits that grow from seconds to hours. An answer of 2xx is success; everything
//     else is not, redirects included. 410 ends the matter at once, Retry-After is heard.
//   - One receiver does not hold up another: each has a lane of its own, an attempt takes ten seconds at most, and a lane
//     that fails pauses.
//   - No message goes to an address that is out of reach (webhook.AddressPolicy), wherever its name leads: the address is looked at
//     when it is connected to, on every connection. There are no proxies and no redirects on the way.
//
// Messages of one webhook are sent in the order of their events while all goes well, and in any order after a failure.
//
// It decides nothing about who hears of what; that is packages webhook and store.
package courier
