package jinja

// slotRef is where a variable lives. As seen from an expression, depth counts the functions to go outwards; rootDepth is
// for the variables of the render.
type slotRef struct {
	depth int32
	slot  int32
}

const rootDepth = -1

// notSet marks a root variable that a template sets later. The zero Value means: not looked up yet.
type notSet struct{}

// nameUse is how an expression uses a name.
type nameUse uint8

const (
	useLoad  nameUse = iota
	useStore         // the target of set or for
	useParam         // a parameter of a macro, or a target of with
)

// nameExpr is a variable, read or written.
type nameExpr struct {
	slotRef

	id     int32 // among the names of the part
	use    nameUse
	pos    int32
	absent *absent // the value of the variable if it is not set; contains the name
}

func (n *nameExpr) position() int { return int(n.pos) }

func (n *nameExpr) eval(f *frame) (Value, error) {
	v := f.load(n.slotRef, n.absent.name)
	if v.ref == nil {
		return Value{ref: n.absent}, nil
	}
	return v, nil
}

// load returns a variable, or the zero Value when it is not set.
func (f *frame) load(p slotRef, name string) Value {
	switch {
	case p.depth == 0:
		return f.slots[p.slot]
	case p.depth > 0:
		return f.up(int(p.depth)).slots[p.slot]
	}
	at := f.link[p.slot]
	v := f.render.root[at]
	if v.ref == nil {
		v = f.render.resolve(name)
		f.render.root[at] = v
	}
	if _, unset := v.ref.(notSet); unset {
		return Value{}
	}
	return v
}

// store sets the variable.
func (f *frame) store(n *nameExpr, v Value) {
	if v.ref == nil {
		v = Value{ref: n.absent}
	}
	switch {
	case n.depth == 0:
		f.slots[n.slot] = v
	case n.depth > 0:
		f.up(int(n.depth)).slots[n.slot] = v
	default:
		f.render.root[f.link[n.slot]] = v
	}
}

// resolve looks up a name among the variables of the render and the globals.
func (r *render) resolve(name string) Value {
	v, ok := r.variables[name]
	if !ok && r.scope != nil {
		v, ok = r.scope.Variable(name)
	}
	if !ok {
		v = r.env.globals[name]
	}
	if v = v.forced(); v.ref == nil {
		return Value{ref: notSet{}}
	}
	return v
}

// initKind is the initial value of a variable when its block is entered.
type initKind uint8

const (
	initNothing initKind = iota // a parameter
	initOuter                   // a copy of the variable outside
	// initDeclared is a copy of the root variable if any part of the template sets it at its top, else not set.
	initDeclared
)

// slotInit fills a slot when its block is entered.
type slotInit struct {
	slot int32
	kind initKind
	from slotRef
	name string
}

// enter fills the slots of a block.
func (f *frame) enter(inits []slotInit) {
	for i := range inits {
		init := &inits[i]
		v := Value{}
		if init.kind == initOuter || f.render.flags[f.link[init.from.slot]]&rootDeclared != 0 {
			v = f.load(init.from, init.name)
		}
		f.slots[init.slot] = v
	}
}

// leave forgets the slots of a block, for macros that outlive it.
func (f *frame) leave(slots []int32) {
	for _, slot := range slots {
		f.slots[slot] = Value{}
	}
}
