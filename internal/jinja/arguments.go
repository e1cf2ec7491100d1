package jinja

import (
	"slices"
	"strings"
)

// Arguments are the arguments of a function, filter or test. They belong to the caller: a function must not change or keep the
// slices.
type Arguments struct {
	Function   string // the name of the function in messages
	Positional []Value
	Named      []NamedArgument

	render *render
}

// NamedArgument is an argument given as name=value.
type NamedArgument struct {
	Name  string
	Value Value
}

// Bind returns the arguments in the order of the parameters. A parameter that ends in "?" is optional and undefined if
// it is missing. Arguments that are missing, surplus, duplicate or unknown are errors with Python's messages. A function must not
// change or keep the result.
func (a Arguments) Bind(parameters ...string) ([]Value, error) {
	if len(a.Positional) == len(parameters) && len(a.Named) == 0 {
		return a.Positional, nil
	}
	bound := make([]Value, len(parameters))
	return bound, a.bindTo(bound, parameters...)
}

// bindTo is Bind into a slice of the caller.
func (a Arguments) bindTo(bound []Value, parameters ...string) error {
	if len(a.Positional) > len(parameters) {
		return a.tooMany(parameters)
	}
	copy(bound, a.Positional)
	for _, named := range a.Named {
		i := parameterIndex(parameters, named.Name)
		if i < 0 {
			return typeError("%s() got an unexpected keyword argument %s", a.Function, quoted(named.Name))
		}
		if i < len(a.Positional) {
			return typeError("%s() got multiple values for argument %s", a.Function, quoted(named.Name))
		}
		bound[i] = named.Value
	}
	return a.checkMissing(parameters)
}

func parameterIndex(parameters []string, name string) int {
	return slices.IndexFunc(parameters, func(p string) bool { return strings.TrimSuffix(p, "?") == name })
}

func (a Arguments) tooMany(parameters []string) error {
	required := 0
	for _, p := range parameters {
		if !strings.HasSuffix(p, "?") {
			required++
		}
	}
	takes := plural(len(parameters), "positional argument")
	if required < len(parameters) {
		takes = "from " + itoa(required) + " to " + takes
	}
	was := "were"
	if len(a.Positional) == 1 {
		was = "was"
	}
	return typeError("%s() takes %s but %d %s given", a.Function, takes, len(a.Positional), was)
}

func (a Arguments) checkMissing(parameters []string) error {
	var missing []string
	for i := len(a.Positional); i < len(parameters); i++ {
		p := parameters[i]
		if !strings.HasSuffix(p, "?") && !a.has(p) {
			missing = append(missing, quoted(p))
		}
	}
	if missing == nil {
		return nil
	}
	names := missing[0]
	if last := len(missing) - 1; last > 0 {
		names = strings.Join(missing[:last], ", ") + " and " + missing[last]
	}
	return typeError("%s() missing %s: %s", a.Function, plural(len(missing), "required positional argument"), names)
}

func (a Arguments) has(name string) bool {
	return slices.ContainsFunc(a.Named, func(n NamedArgument) bool { return n.Name == name })
}

// Lookup returns the argument with that name, passed by name or at that position.
func (a Arguments) Lookup(name string, position int) (Value, bool) {
	for _, named := range a.Named {
		if named.Name == name {
			return named.Value, true
		}
	}
	if position >= 0 && position < len(a.Positional) {
		return a.Positional[position], true
	}
	return Value{}, false
}
