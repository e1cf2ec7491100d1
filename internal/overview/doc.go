// Package overview gathers what a page of environments shows: health, deployment, last runs and next scheduled run; and
// what the page of the server shows: database, disk, leases, and the work that waits.
//
// It reads the figures of many environments with a fixed number of queries, whatever the number of environments. It does
// not decide what a user may see: the list of environments does. The state of the server contains the work of one
// organization only.
package overview
