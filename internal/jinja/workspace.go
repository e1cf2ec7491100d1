package jinja

// workspace is memory that one render uses after the other.
type workspace struct {
	out    []byte   // the output
	frames []*frame // frames of calls that have ended; all their fields are cleared
	values []Value  // arguments of macros and functions that are being called
	named  []NamedArgument
}

// The sizes above which memory is not used again.
const (
	maxKeptOutput = 1 << 20
	maxKeptFrames = 256
	maxKeptSlots  = 64
	maxKeptValues = 1 << 10
)

func (e *Environment) borrowWorkspace() *workspace {
	w, ok := e.workspaces.Get().(*workspace)
	if !ok {
		return new(workspace)
	}
	return w
}

// returnWorkspace takes the memory of a render back. A macro of the render that is called later, by a template that has kept it,
// uses memory of its own.
func (e *Environment) returnWorkspace(r *render) {
	w := r.work
	w.out = r.out[:0]
	r.out, r.work = nil, &workspace{}
	if cap(w.out) > maxKeptOutput || cap(w.values)+cap(w.named) > maxKeptValues {
		return
	}
	clear(w.values[:cap(w.values)])
	clear(w.named[:cap(w.named)])
	e.workspaces.Put(w)
}

// arguments returns the arguments that were added since the lists had these lengths.
func (w *workspace) arguments(values, named int) Arguments {
	return Arguments{Positional: w.values[values:len(w.values):len(w.values)], Named: w.named[named:len(w.named):len(w.named)]}
}

// drop removes the arguments that were added since the lists had these lengths.
func (w *workspace) drop(values, named int) {
	w.values, w.named = w.values[:values], w.named[:named]
}

// frame returns a frame for the call of a macro that is defined in a frame.
func (w *workspace) frame(parent *frame, slots int) *frame {
	last := len(w.frames) - 1
	if last < 0 {
		return parent.inner(slots)
	}
	f := w.frames[last]
	w.frames = w.frames[:last]
	f.render, f.part, f.link, f.parent = parent.render, parent.part, parent.link, parent
	if slots <= cap(f.slots) {
		f.slots = f.slots[:slots]
	} else {
		f.slots = make([]Value, slots)
	}
	return f
}

// release takes back the frame of a call that has ended. Nothing may refer to it.
func (w *workspace) release(f *frame) {
	if len(w.frames) == maxKeptFrames || cap(f.slots) > maxKeptSlots {
		return
	}
	clear(f.slots)
	f.render, f.part, f.link, f.parent = nil, nil, nil, nil
	w.frames = append(w.frames, f)
}
