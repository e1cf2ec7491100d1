package jinja

import (
	"slices"
	"strings"
)

// locateUndefined returns the error of using an undefined value, at the expression that returned it.
func (f *frame) locateUndefined(v Value, e expr) error {
	return f.withHint(f.locate(undefinedError(v), e.position()), e)
}

// withHint adds names that are similar to the missing one.
func (f *frame) withHint(err error, e expr) error {
	located := asError(err)
	if located.Kind != UndefinedError || located.missing == nil || located.Hint != "" {
		return err
	}
	var known []string
	switch n := e.(type) {
	case *nameExpr:
		if located.missing != n.absent {
			return err
		}
		known = f.knownNames()
	case *attrExpr:
		if located.missing.name != n.absent.name {
			return err
		}
		known = f.knownAttributes(n.object)
	}
	if near := nearest(located.missing.name, known); near != "" {
		located.Hint = "did you mean " + near + "?"
	}
	return located
}

func (f *frame) knownNames() []string {
	var names []string
	for name := range f.render.variables {
		names = append(names, name)
	}
	if f.render.scope != nil {
		names = append(names, f.render.scope.Names()...)
	}
	for name := range f.render.env.globals {
		names = append(names, name)
	}
	for i, flags := range f.part.flags {
		isPruned := f.render.isPruned && f.link[i] == prunedPosition // a macro that nothing calls
		if flags&rootDeclared != 0 && (isPruned || f.load(slotRef{rootDepth, int32(i)}, f.part.names[i]).ref != nil) {
			names = append(names, f.part.names[i])
		}
	}
	return names
}

// knownAttributes evaluates the object again, if it consists of names only.
func (f *frame) knownAttributes(object expr) []string {
	for e := object; ; {
		switch n := e.(type) {
		case *attrExpr:
			e = n.object
			continue
		case *nameExpr:
		default:
			return nil
		}
		break
	}
	v, err := object.eval(f)
	if err != nil {
		return nil
	}
	switch ref := v.ref.(type) {
	case *Dict:
		return ref.Keys()
	case *namespace:
		return ref.values.Keys()
	default:
		return nil
	}
}

// nearest returns the known name that is at most two typing errors away, or none.
func nearest(name string, known []string) string {
	best, distance := "", 3
	if len(name) < 4 {
		distance = 2
	}
	slices.Sort(known)
	for _, k := range known {
		if strings.EqualFold(k, name) {
			return k
		}
		if d := editDistance(name, k, distance); d < distance {
			best, distance = k, d
		}
	}
	return best
}

// editDistance counts the letters to insert, delete or replace. Above the bound it may return any larger number.
func editDistance(a, b string, bound int) int {
	if len(a)-len(b) >= bound || len(b)-len(a) >= bound {
		return bound
	}
	previous := make([]int, len(b)+1)
	current := make([]int, len(b)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := range len(a) {
		current[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			current[j+1] = min(previous[j]+cost, previous[j+1]+1, current[j]+1)
		}
		previous, current = current, previous
	}
	return previous[len(b)]
}
