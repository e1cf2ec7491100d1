package jinja

// meter counts the resources that a render uses.
type meter struct {
	limits Limits
	fuel   int // steps until the limits are checked again
	left   int // steps after those
	depth  int
}

const (
	// fuelPortion is the number of steps between two checks of the limits.
	fuelPortion = 4096
	// textPerStep is the number of bytes of text that may be read or produced for one step.
	textPerStep = 64
)

func newMeter(l Limits) meter {
	l = l.orDefault()
	return meter{limits: l, left: l.Steps}
}

// step counts one step. Without a render nothing is counted.
func (r *render) step() error {
	if r == nil {
		return nil
	}
	if r.fuel--; r.fuel >= 0 {
		return nil
	}
	return r.refuel()
}

// charge counts steps; the next call of step checks the limits.
func (r *render) charge(steps int) {
	if r != nil {
		r.fuel -= steps
	}
}

// spend counts steps and checks the limits at once, before work that cannot be interrupted.
func (r *render) spend(steps int) error {
	r.charge(steps)
	return r.step()
}

func (m *meter) refuel() error {
	m.left += m.fuel // fuel is negative: the steps beyond the last check
	if m.left < 0 {
		m.fuel = -1 // and so it stays
		return &Error{
			Kind: LimitError, Message: "the template takes more than " + plural(m.limits.Steps, "step"),
			Hint: "find a loop that runs much longer than intended",
		}
	}
	if m.limits.Interrupt != nil {
		if err := m.limits.Interrupt(); err != nil {
			return &Error{Kind: LimitError, Message: "interrupted: " + err.Error(), Cause: err}
		}
	}
	m.fuel = min(fuelPortion, m.left)
	m.left -= m.fuel
	return nil
}

// makeText counts a text before it is produced and rejects one that is too long.
func (r *render) makeText(size int) error {
	if r == nil {
		return nil
	}
	if size > r.limits.Output || size < 0 {
		return outputError(r.limits.Output)
	}
	r.charge(size / textPerStep)
	return nil
}

// makeTexts counts that many texts of a size.
func (r *render) makeTexts(times int64, size int) error {
	const most = 1 << 40
	if size > 0 && times > most/int64(size) {
		return r.makeText(most)
	}
	return r.makeText(int(times) * size)
}

// makeItems counts a list before it is produced and rejects one for which there are not enough steps left.
func (r *render) makeItems(count int) error {
	if r == nil {
		return nil
	}
	if count > r.fuel+r.left {
		return itemsError()
	}
	r.charge(count)
	return nil
}

// descend enters a call; ascend leaves it.
func (r *render) descend() error {
	if r.depth++; r.depth > r.limits.Depth {
		return &Error{
			Kind: LimitError, Message: "macros call each other more than " + plural(r.limits.Depth, "level") + " deep",
			Hint: "find a macro that calls itself without an end",
		}
	}
	return nil
}

func (r *render) ascend() { r.depth-- }

func outputError(most int) error {
	return &Error{
		Kind: LimitError, Message: "the text is longer than " + plural(most, "byte"),
		Hint: "find a text that is repeated or doubled in a loop",
	}
}

func itemsError() error {
	return &Error{Kind: LimitError, Message: "the list is too long", Hint: "find a list that is repeated or doubled in a loop"}
}
