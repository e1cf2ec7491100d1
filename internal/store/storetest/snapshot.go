package storetest

import (
	"testing"

	"github.com/millrace/millrace/internal/fault"
)

func snapshotCases() cases {
	return cases{
		"a stored snapshot is returned":           snapshotIsFound,
		"a snapshot is never replaced":            snapshotStays,
		"another organization does not see it":    snapshotIsOfOneOrganization,
		"concurrent puts of one snapshot succeed": snapshotAtOnce,
	}
}

func snapshotIsFound(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	files := []byte{0, 1, 255, '\'', '\n', 0}
	ok(t, o.db.Snapshots().Put(t.Context(), o.Organization.ID, "one", files))
	got, err := o.db.Snapshots().Get(t.Context(), o.Organization.ID, "one")
	ok(t, err)
	equal(t, got, files)
	_, err = o.db.Snapshots().Get(t.Context(), o.Organization.ID, "two")
	refused(t, err, fault.NotFound, "snapshot two")
}

func snapshotStays(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	for _, files := range []string{"first", "second"} {
		ok(t, o.db.Snapshots().Put(t.Context(), o.Organization.ID, "one", []byte(files)))
	}
	got, err := o.db.Snapshots().Get(t.Context(), o.Organization.ID, "one")
	ok(t, err)
	equal(t, string(got), "first")
}

func snapshotIsOfOneOrganization(t *testing.T, w suiteContext) {
	o, other := w.tenant(t), w.tenant(t)
	ok(t, o.db.Snapshots().Put(t.Context(), o.Organization.ID, "one", []byte("ours")))
	_, err := o.db.Snapshots().Get(t.Context(), other.Organization.ID, "one")
	refused(t, err, fault.NotFound)
	ok(t, o.db.Snapshots().Put(t.Context(), other.Organization.ID, "one", []byte("theirs")))
	got, err := o.db.Snapshots().Get(t.Context(), o.Organization.ID, "one")
	ok(t, err)
	equal(t, string(got), "ours")
}

func snapshotAtOnce(t *testing.T, w suiteContext) {
	o := w.tenant(t)
	for _, err := range together(10, func(int) error {
		return o.db.Snapshots().Put(t.Context(), o.Organization.ID, "one", []byte("files"))
	}) {
		ok(t, err)
	}
}
