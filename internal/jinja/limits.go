package jinja

// Limits bound one render. A zero field means the default.
type Limits struct {
	// Steps limits the work: statements, iterations, calls, compared items, and produced pieces of text.
	Steps int
	// Depth bounds macros that call macros.
	Depth int
	// Output limits the rendered text and each intermediate text, in bytes.
	Output int
	// Interrupt, if not nil, is called every few thousand steps; its error ends the render.
	Interrupt func() error
}

// DefaultLimits are generous for a template of a node and small for a machine: some seconds, some hundred megabytes.
func DefaultLimits() Limits { return Limits{Steps: 4_000_000, Depth: 200, Output: 16 << 20} }

func (l Limits) orDefault() Limits {
	d := DefaultLimits()
	if l.Steps <= 0 {
		l.Steps = d.Steps
	}
	if l.Depth <= 0 {
		l.Depth = d.Depth
	}
	if l.Output <= 0 {
		l.Output = d.Output
	}
	return l
}
