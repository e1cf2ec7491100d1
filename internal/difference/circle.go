package difference

import "slices"

// circles finds the steps that wait for each other, directly or through others.
type circles struct {
	again  map[*step]*step // a step that waits for one more
	number map[*step]int   // in the order in which they were met, from 1
	lowest map[*step]int   // of those that can be reached and are open
	open   []*step
	isOpen map[*step]bool
	found  [][]*step
}

// findCircles gives the steps in circles: each step is in one of them, mostly alone. The steps come in an order in which they can
// be done when nothing waits for one more, and are in that order within each circle.
func findCircles(steps []*step, again map[*step]*step) [][]*step {
	c := circles{again: again, number: map[*step]int{}, lowest: map[*step]int{}, isOpen: map[*step]bool{}}
	position := make(map[*step]int, len(steps))
	for i, s := range steps {
		position[s] = i
	}
	for _, s := range steps {
		if c.number[s] == 0 {
			c.visit(s)
		}
	}
	for _, members := range c.found {
		slices.SortFunc(members, func(a, b *step) int { return position[a] - position[b] })
	}
	return c.found
}

// visit goes on to all that a step waits for. A step from which none that was met before can be reached closes a circle.
func (c *circles) visit(s *step) {
	c.number[s] = len(c.number) + 1
	c.lowest[s] = c.number[s]
	c.open = append(c.open, s)
	c.isOpen[s] = true
	for _, before := range c.waitsFor(s) {
		if c.number[before] == 0 {
			c.visit(before)
			c.lowest[s] = min(c.lowest[s], c.lowest[before])
		} else if c.isOpen[before] {
			c.lowest[s] = min(c.lowest[s], c.number[before])
		}
	}
	if c.lowest[s] < c.number[s] {
		return
	}
	first := len(c.open) - 1
	for c.open[first] != s {
		first--
	}
	members := slices.Clone(c.open[first:])
	c.open = c.open[:first]
	for _, member := range members {
		c.isOpen[member] = false
	}
	c.found = append(c.found, members)
}

func (c *circles) waitsFor(s *step) []*step {
	if one := c.again[s]; one != nil {
		return append(slices.Clone(s.after), one)
	}
	return s.after
}
