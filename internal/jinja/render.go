package jinja

import "strconv"

// render is the state of one render.
type render struct {
	meter

	env       *Environment
	variables map[string]Value
	scope     Scope       // further variables; may be nil
	root      []Value     // the variables at the top of the template, found through frame.link
	flags     []rootFlags // how they start
	out       []byte
	work      *workspace
	macros    slab[macro]
	isPruned  bool
	trace     *Trace // nil if nobody asks
}

// emit writes a value to the output.
func (r *render) emit(v Value) error {
	if s, ok := v.text(); ok {
		return r.write(s)
	}
	if v.isInt() {
		r.out = strconv.AppendInt(r.out, v.integer(), 10)
		return nil
	}
	p := printer{out: r.out, max: r.limits.Output}
	p.str(v)
	r.out = p.out
	return p.err
}

// write writes a text to the output.
func (r *render) write(s string) error {
	if len(s) > r.limits.Output-len(r.out) {
		return outputError(r.limits.Output)
	}
	r.out = append(r.out, s...)
	return nil
}

// drop removes what was written since the output had that length. It counts the text, which writing does not, because the limit of
// the output no longer does.
func (r *render) drop(start int) {
	r.charge((len(r.out) - start) / textPerStep)
	r.out = r.out[:start]
	r.trace.cut(start)
}

// cut removes what was written since the output had that length, and returns it as a text.
func (r *render) cut(start int) string {
	text := string(r.out[start:])
	r.drop(start)
	return text
}
