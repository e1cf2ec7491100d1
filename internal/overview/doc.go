// Package overview gathers what a page of environments shows: health, deployment, last runs and next scheduled run.
//
// It reads the figures of many environments with a fixed number of queries, whatever the number of environments. It does
// not decide what a user may see: the list of environments does.
package overview
