package cli

import "github.com/spf13/cobra"

// Local lets tests send a signal to a command of which they know that it runs.
var Local = local

// LastGood lets tests choose among deployments.
var LastGood = lastGood

// Root lets tests look at every command.
func Root(p Program) *cobra.Command { return p.root() }

// HintForPeople lets tests look at hints that a server seldom gives.
var HintForPeople = hintForPeople
