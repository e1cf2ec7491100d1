package difference

// decideSource decides about a node without an object. It drops the object that the node had before.
func decideSource(n *nodeFacts) *decision {
	d := newDecision(n)
	switch {
	case n.deployed == nil:
		d.action = Add
		d.setStateAfter(n.desired, nil)
	case (n.deployed.Kind == Table || n.deployed.Kind == View) && !n.isElsewhere:
		d.action, d.replaces = Alter, true
		s := d.mainStep(DeletePhase, n.start)
		d.dropObserved(s)
		d.setStateAfter(n.desired, s)
	}
	return d
}

// decideTransient decides about a node that is dropped and created whenever its create SQL changes.
func decideTransient(n *nodeFacts) *decision {
	d := newDecision(n)
	isSame := n.deployed != nil && n.observed != nil && !n.isMoved() && !n.isAmbiguous() && !n.hasDrift() && !n.createChanged()
	if !isSame || alwaysDeployed(n.node) {
		d.replaceObject()
	}
	return d
}

// decideUnlisted decides about a node whose object the catalog does not list. Its template is trusted to replace it.
func decideUnlisted(n *nodeFacts) *decision {
	d := newDecision(n)
	if n.deployed != nil && !n.createChanged() && !alwaysDeployed(n.node) && !n.isElsewhere && !n.isAmbiguous() {
		return d
	}
	phase := AlterPhase
	d.action, d.replaces = Alter, n.deployed != nil
	if n.deployed == nil {
		d.action, phase = Add, AddPhase
	}
	s := d.mainStep(phase, n.target())
	if n.deployed != nil && (n.deployed.Kind == Table || n.deployed.Kind == View) {
		d.dropAndCreate(s)
	} else {
		d.create(s)
		d.setStateAfter(n.desired, s)
	}
	d.markDestructive(s, s.drops)
	return d
}
