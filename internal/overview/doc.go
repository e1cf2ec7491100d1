// Package overview gathers what a page of environments shows: health, deployment, last runs and next scheduled run; and
// what the page of the server shows: database, disk, leases, and the work that waits. A Watcher reads the states of
// environments and schedules for event streams. It compares them with the ones before instead of numbering changes, so
// that no transaction has to lock a counter for them; the price is that a stream starts with all states.
//
// It reads the figures of many environments with a fixed number of queries, whatever the number of environments. It does
// not decide what a user may see: the list of environments does. The state of the server contains the work of one
// organization only.
package overview
