package portability

import "strings"

// Form is a form of a function on an engine, for tests.
type Form struct {
	Name string
	// Expression calls the form with sample arguments. It is empty if there is no form or no sample.
	Expression string
	Want       string // the value as text; empty if it is not compared
	IsHelpful  bool   // the engine has the function, a form of it, or there is a note
}

// Forms lists the forms of all functions on an engine.
func Forms(kind string) []Form {
	var list []Form
	for _, f := range functions() {
		form, _ := f.forms.on(kind)
		of := Form{Name: f.name, Want: f.want, IsHelpful: form != "" || f.note != ""}
		switch {
		case f.sample == nil || form == "":
		case form == same:
			of.Expression = f.name + "(" + strings.Join(f.sample, ", ") + ")"
		default:
			of.Expression = fill(form, f.sample)
		}
		list = append(list, of)
	}
	return list
}
