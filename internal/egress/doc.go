// Package egress has the one rule for connections that the server opens to addresses from users: connections to
// databases, remote git repositories and webhooks.
//
// A Rule judges an address after its name was resolved, immediately before each connection, because a name may resolve
// to another address the next time:
//
//   - Link-local addresses, the metadata services of clouds, and other addresses that no remote server has: never.
//   - The address on which this server listens: never.
//   - The server of the state database: never, unless the operator lists it with its port. The state database on it:
//     never.
//   - Loopback addresses and private networks: while there is one organization. If there are several, only where the
//     operator lists them for all organizations or for this one.
//   - Public addresses: always.
//
// Every refusal has the same text, and nothing is sent to a refused address. So nobody learns from a refusal which rule
// applied or whether something listens there.
//
// The package opens no connections. A proxy would connect without asking the rule, so callers use none.
package egress
