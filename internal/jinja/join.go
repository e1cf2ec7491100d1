package jinja

// rootTable maps the names of root variables to positions. A joined template keeps the table of its first part and adds
// new names, so that joining a large library of macros with a small template is cheap.
type rootTable struct {
	base  *rootTable
	first int32 // position of the first of names
	names nameTable
}

func (t *rootTable) find(name string) (int32, bool) {
	for ; t != nil; t = t.base {
		if at, ok := t.names.find(name); ok {
			return t.first + at, true
		}
	}
	return 0, false
}

// Join joins several templates into one: their bodies run one after another in one scope, as if the texts were
// concatenated. Macros and variables of an earlier part are visible in later ones, and macros see what later parts set.
// Each text is parsed separately, though: whitespace control has no effect across parts, and the last newline of every
// part is removed, unless the environment keeps it. The environment is that of the first part.
func Join(name string, parts ...*Template) *Template {
	if len(parts) == 0 {
		return &Template{name: name, env: NewEnvironment(Options{})}
	}
	first := parts[0]
	t := &Template{env: first.env, name: name}
	t.root.base, t.root.first = &first.root, int32(len(first.flags)) //nolint:gosec // few names
	t.parts = append(make([]linkedPart, 0, len(first.parts)+len(parts)-1), first.parts...)
	t.flags = append(make([]rootFlags, 0, len(first.flags)+8*len(parts)), first.flags...)
	for _, next := range parts[1:] {
		t.add(next)
	}
	return t
}

func (t *Template) add(next *Template) {
	for _, p := range next.parts {
		link := make([]int32, len(p.names))
		for i, name := range p.names {
			link[i] = t.rootPosition(name, p.flags[i])
		}
		t.parts = append(t.parts, linkedPart{p.part, link, p.body})
	}
}

// rootPosition returns the position of a root variable. The first part that uses it at the top level determines its initial
// value.
func (t *Template) rootPosition(name string, flags rootFlags) int32 {
	at, ok := t.root.find(name)
	if !ok {
		at = int32(len(t.flags)) //nolint:gosec // few names
		t.root.names.of(name)
		t.flags = append(t.flags, flags)
	} else if t.flags[at]&rootDeclared == 0 {
		t.flags[at] = flags
	}
	return at
}
