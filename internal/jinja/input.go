package jinja

import (
	"maps"
	"slices"
)

// Input contains the variables of one render.
type Input struct {
	Variables map[string]Value
	Scope     Scope // has the variables that are not in Variables; nil if there are none
	Limits    Limits
	Trace     *Trace // records where the output comes from; nil if nobody asks
}

// Scope provides variables that are computed when a template reads them, because most templates read few of them.
type Scope interface {
	// Variable returns a variable. It returns false if there is none with the name.
	Variable(name string) (Value, bool)
	// Names returns the names of all variables, for hints.
	Names() []string
}

// Variables is a Scope of variables that exist already.
type Variables map[string]Value

// Variable returns a variable.
func (v Variables) Variable(name string) (Value, bool) {
	found, ok := v[name]
	return found, ok
}

// Names returns the names of all variables.
func (v Variables) Names() []string { return slices.Collect(maps.Keys(v)) }
