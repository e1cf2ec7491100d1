package cli

import "github.com/spf13/cobra"

// Local lets tests send a signal to a running command.
var Local = local

// LastGood lets tests call lastGood with a list of deployments.
var LastGood = lastGood

// Root returns the root command, so that tests can check every command.
func Root(p Program) *cobra.Command { return p.root() }

// HintForPeople lets tests check hints that a server rarely sends.
var HintForPeople = hintForPeople
