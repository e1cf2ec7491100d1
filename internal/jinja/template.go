package jinja

// Template is a compiled text. It never changes and may be rendered by any number of goroutines.
type Template struct {
	env   *Environment
	name  string
	parts []linkedPart
	root  rootTable
	flags []rootFlags // initial values of the root variables, by position

	isPruned bool
}

// linkedPart is a part with the positions of its names among the root variables.
type linkedPart struct {
	*part

	link []int32
	body []stmt // without the macros that nothing calls
}

// Name returns the name of the template in messages. The parts of a joined template keep their own names.
func (t *Template) Name() string { return t.name }

// Render returns the text. The error, if any, is an *Error.
func (t *Template) Render(in Input) (string, error) {
	if text, ok := t.plain(); ok && in.Trace == nil {
		return text, nil
	}
	r := &render{env: t.env, variables: in.Variables, scope: in.Scope, flags: t.flags, trace: in.Trace, isPruned: t.isPruned, meter: newMeter(in.Limits)}
	r.root = make([]Value, len(t.flags))
	for i, flags := range t.flags {
		if flags&rootUnset != 0 {
			r.root[i] = Value{ref: notSet{}}
		}
	}
	r.work = t.env.borrowWorkspace()
	r.out = r.work.out
	err := r.run(t.parts)
	text := string(r.out)
	t.env.returnWorkspace(r)
	in.Trace.finish()
	if err != nil {
		return "", err
	}
	return text, nil
}

func (r *render) run(parts []linkedPart) error {
	for _, p := range parts {
		if len(p.body) == 0 {
			continue
		}
		f := newFrame(frame{render: r, part: p.part, link: p.link}, p.slots)
		if err := f.exec(p.body); err != nil {
			return locateReturn(err)
		}
	}
	return nil
}

// plain returns the text of a template that is nothing else.
func (t *Template) plain() (string, bool) {
	if len(t.parts) != 1 || len(t.parts[0].body) > 1 {
		return "", false
	}
	if len(t.parts[0].body) == 0 {
		return "", true
	}
	data, ok := t.parts[0].body[0].(*dataStmt)
	if !ok {
		return "", false
	}
	return data.text, true
}
