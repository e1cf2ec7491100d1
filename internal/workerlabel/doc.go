// Package workerlabel defines what a label of workers looks like. Environments and connections ask for workers with a
// label, and workers have labels, so that the settings and the API use the same rule.
package workerlabel
