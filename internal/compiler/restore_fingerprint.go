package compiler

import (
	"crypto/sha256"
	"encoding"
	"slices"

	"github.com/millrace/millrace/internal/transform"
)

// fingerprint computes the fingerprints of the compiled nodes, and those of everything downstream of a fingerprint that changed.
// For the nodes of the cache it continues the stored hash of their own properties.
func (r *restorer) fingerprint() {
	b := r.build
	if len(b.touched) == 0 {
		return
	}
	moved, input := map[transform.NodeID]bool{}, &hashInput{}
	isMoved := func(id transform.NodeID) bool { return moved[id] }
	for _, level := range b.levels(b.next.Graph) {
		for _, n := range level.nodes {
			switch {
			case b.touched[n.ID]:
				n.Fingerprint = b.next.fingerprintOf(n, input)
			case slices.ContainsFunc(n.upstream, isMoved):
				r.continueFingerprint(n)
			default:
				continue
			}
			before, existed := r.from.byID[n.ID]
			moved[n.ID] = !existed || before.fingerprint != n.Fingerprint
		}
	}
}

func (r *restorer) continueFingerprint(n *Node) {
	details, ok := n.stored.details()
	own := sha256.New()
	state, isRestorable := own.(encoding.BinaryUnmarshaler)
	if !ok || !isRestorable || state.UnmarshalBinary([]byte(details.ownHash)) != nil {
		r.failed = true
		return
	}
	n.Fingerprint = r.build.next.finishFingerprint(n, own)
}
