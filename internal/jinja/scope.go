package jinja

import "slices"

// The rules for names are those of Jinja2's compiler, which compiles a template to Python functions:
//
//   - Every block but if is a scope. A name that is set in a scope is a variable of it, a copy of the outer one that is
//     made when the block is entered, and discarded when it is left.
//   - A name that is first read, or is set only in branches of an if, starts as the variable of the render with that name;
//     one that is first set starts as not set, even if the render has such a variable.
//   - Macros see the outer variables as they are when the macro is called.

// rootFlags describe the initial value of a root variable.
type rootFlags uint8

const (
	rootDeclared rootFlags = 1 << iota // some part reads or sets the name at its top
	rootUnset                          // it is set there before it is read
)

// span is a range of the compilation's names: those of an expression or of a whole body.
type span struct{ from, to int32 }

// functionScope is a function to be: it owns the slots of all scopes in it.
type functionScope struct {
	depth int32 // number of enclosing functions
	// keepsFrame says that a value that the function creates may refer to the variables of the call after its end.
	keepsFrame bool
	slots      []slotKey
	index      map[slotKey]int32 // where the slots are, once there are more than a few
}

// slotKey makes siblings share a slot, as consecutive blocks share Python's variables.
type slotKey struct{ level, id int32 }

func (fn *functionScope) slot(level, id int32) int32 {
	key := slotKey{level, id}
	if slot, ok := fn.find(key); ok {
		return slot
	}
	slot := int32(len(fn.slots)) //nolint:gosec // there are fewer slots than bytes in the template
	fn.slots = append(fn.slots, key)
	if fn.index == nil && len(fn.slots) > fewNames {
		fn.index = map[slotKey]int32{}
		for i, k := range fn.slots {
			fn.index[k] = int32(i)
		}
	} else if fn.index != nil {
		fn.index[key] = slot
	}
	return slot
}

// fewNames is the number of names up to which a linear search is faster than an index.
const fewNames = 16

func (fn *functionScope) find(key slotKey) (int32, bool) {
	if fn.index != nil {
		slot, ok := fn.index[key]
		return slot, ok
	}
	i := slices.Index(fn.slots, key)
	return int32(i), i >= 0 //nolint:gosec // as above
}

// symbol is a name in a scope.
type symbol struct {
	id    int32
	fn    *functionScope // nil while the name is only read and is a root variable
	slot  int32
	init  initKind
	outer outerSlot
}

// outerSlot is a variable position that does not depend on the scope that uses it. Without a function it is a root
// variable.
type outerSlot struct {
	fn   *functionScope
	slot int32
}

// scope is a block.
type scope struct {
	compilation *compilation
	parent      *scope
	fn          *functionScope
	level       int32
	branches    int // number of ifs around the current statement
	symbols     []symbol
	index       map[int32]int // where the symbols are, once there are more than a few
}

// inner returns a scope for a block of the same function.
func (s *scope) inner() *scope {
	return &scope{compilation: s.compilation, parent: s, fn: s.fn, level: s.level + 1}
}

// function returns a scope for a function inside this one.
func (s *scope) function() *scope {
	inner := s.inner()
	inner.fn = &functionScope{depth: s.fn.depth + 1}
	return inner
}

// own returns the symbol of this scope itself.
func (s *scope) own(id int32) *symbol {
	if s.index != nil {
		if i, ok := s.index[id]; ok {
			return &s.symbols[i]
		}
		return nil
	}
	for i := range s.symbols {
		if s.symbols[i].id == id {
			return &s.symbols[i]
		}
	}
	return nil
}

func (s *scope) add(added symbol) {
	s.symbols = append(s.symbols, added)
	if s.index == nil && len(s.symbols) > fewNames {
		s.index = map[int32]int{}
		for i := range s.symbols {
			s.index[s.symbols[i].id] = i
		}
	} else if s.index != nil {
		s.index[added.id] = len(s.symbols) - 1
	}
}

// find returns the position of a name in this scope or an outer one.
func (s *scope) find(id int32) (outerSlot, bool) {
	for ; s.parent != nil; s = s.parent {
		if symbol := s.own(id); symbol != nil {
			return outerSlot{symbol.fn, symbol.slot}, true
		}
	}
	return outerSlot{slot: id}, s.compilation.flags[id]&rootDeclared != 0
}

// load notes that a name is read.
func (s *scope) load(id int32) {
	if _, ok := s.find(id); ok {
		return
	}
	if s.parent == nil {
		s.compilation.flags[id] |= rootDeclared
		return
	}
	s.add(symbol{id: id, slot: id})
}

// store notes that a name is set.
func (s *scope) store(id int32) {
	if s.parent == nil {
		s.storeRoot(id)
		return
	}
	if symbol := s.own(id); symbol != nil {
		if symbol.fn == nil { // it was only read so far
			symbol.outer, symbol.init = outerSlot{slot: id}, initOuter
			symbol.fn, symbol.slot = s.fn, s.fn.slot(s.level, id)
		}
		return
	}
	outer, found := s.parent.find(id)
	init := initOuter
	if !found && s.branches == 0 {
		init = initDeclared
	}
	s.add(symbol{id: id, fn: s.fn, slot: s.fn.slot(s.level, id), init: init, outer: outer})
}

func (s *scope) storeRoot(id int32) {
	flags := &s.compilation.flags[id]
	if *flags&rootDeclared != 0 {
		return
	}
	*flags |= rootDeclared
	if s.branches == 0 {
		*flags |= rootUnset
	}
}

// param records that a name is set when the block is entered, and returns its slot.
func (s *scope) param(id int32) int32 {
	given := symbol{id: id, fn: s.fn, slot: s.fn.slot(s.level, id)}
	if symbol := s.own(id); symbol != nil {
		*symbol = given
	} else {
		s.add(given)
	}
	return given.slot
}

// declareAll notes the names of an expression or target.
func (s *scope) declareAll(names span) {
	for _, n := range s.compilation.names[names.from:names.to] {
		switch n.use {
		case useLoad:
			s.load(n.id)
		case useStore:
			s.store(n.id)
		case useParam:
			s.param(n.id)
		}
	}
}

// paramsOf records all names of a target as set.
func (s *scope) paramsOf(names span) {
	for _, n := range s.compilation.names[names.from:names.to] {
		s.param(n.id)
	}
}

// resolveAll assigns positions to the names of an expression or target.
func (s *scope) resolveAll(names span) {
	for _, n := range s.compilation.names[names.from:names.to] {
		outer, _ := s.find(n.id)
		n.slotRef = s.seen(outer)
	}
}

// seen returns the position relative to this scope.
func (s *scope) seen(o outerSlot) slotRef {
	if o.fn == nil {
		return slotRef{rootDepth, o.slot}
	}
	return slotRef{s.fn.depth - o.fn.depth, o.slot}
}

// inits returns the initializations when the block is entered.
func (s *scope) inits() []slotInit {
	var inits []slotInit
	for i := range s.symbols {
		symbol := &s.symbols[i]
		if symbol.init == initNothing {
			continue
		}
		name := s.compilation.ids.names[symbol.id]
		inits = append(inits, slotInit{symbol.slot, symbol.init, s.seen(symbol.outer), name})
	}
	return inits
}

// ownSlots returns the slots to forget when the block is left.
func (s *scope) ownSlots() []int32 {
	var slots []int32
	for i := range s.symbols {
		if s.symbols[i].fn != nil {
			slots = append(slots, s.symbols[i].slot)
		}
	}
	return slots
}
