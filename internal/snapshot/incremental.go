package snapshot

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/millrace/millrace/internal/compiler"
	"github.com/millrace/millrace/internal/ids"
)

// IncrementalSource is a project snapshot and a similar one to compile it from.
type IncrementalSource struct {
	Snapshot Snapshot
	Base     string // empty if there is none
}

// CompileIncremental compiles a project snapshot that is similar to another one. If that one is cached for the same target, only
// the differences are compiled.
func (p *Compiler) CompileIncremental(
	ctx context.Context, organization ids.Organization, from IncrementalSource, target CompileTarget,
) (*compiler.Compilation, error) {
	key, err := keyOf(organization, from.Snapshot.ID, target)
	if err != nil {
		return nil, err
	}
	return p.cache.get(ctx, key, func(ctx context.Context) (*compiler.Compilation, error) {
		base := p.peek(organization, from.Base, target)
		if base == nil {
			return p.CompileOnce(ctx, organization, from.Snapshot.ID, target)
		}
		before, err := p.open(ctx, organization, from.Base)
		if err != nil {
			return nil, err
		}
		after, err := from.Snapshot.Open()
		if err != nil {
			return nil, err
		}
		changed, err := changedFiles(before, after)
		if err != nil {
			return nil, err
		}
		return base.Edit(after, changed...), ctx.Err()
	})
}

// Pack packs files whose id Identify returned. It copies the compressed files that a stored snapshot contains already; base is
// empty if there is none.
func (p *Compiler) Pack(ctx context.Context, organization ids.Organization, base, id string, files map[string][]byte) (Snapshot, error) {
	if base == "" {
		return packFiles(id, files, nil)
	}
	before, err := p.open(ctx, organization, base)
	if err != nil {
		return Snapshot{}, err
	}
	return packFiles(id, files, before)
}

// peek returns the cached compilation of a project snapshot, or nil if there is none.
func (p *Compiler) peek(organization ids.Organization, snapshot string, target CompileTarget) *compiler.Compilation {
	if snapshot == "" {
		return nil
	}
	key, err := keyOf(organization, snapshot, target)
	if err != nil {
		return nil
	}
	return p.cache.peek(key)
}

func (p *Compiler) open(ctx context.Context, organization ids.Organization, snapshot string) (*zip.Reader, error) {
	files, err := p.store.Get(ctx, organization, snapshot)
	if err != nil {
		return nil, err
	}
	return Snapshot{ID: snapshot, Files: files}.Open()
}

// changedFiles returns the files that differ, or that only one of two project snapshots has.
func changedFiles(before, after *zip.Reader) ([]string, error) {
	was := make(map[string]*zip.File, len(before.File))
	for _, file := range before.File {
		was[file.Name] = file
	}
	var changed []string
	for _, file := range after.File {
		old, existed := was[file.Name]
		delete(was, file.Name)
		if existed {
			same, err := isSame(old, file)
			if err != nil {
				return nil, err
			}
			if same {
				continue
			}
		}
		changed = append(changed, file.Name)
	}
	for name := range was {
		changed = append(changed, name)
	}
	slices.Sort(changed)
	return changed, nil
}

// isSame reports whether two files have the same content. It compares the hashes in the comments, or the content if an older
// project snapshot has no hashes.
func isSame(one, other *zip.File) (bool, error) {
	if one.UncompressedSize64 != other.UncompressedSize64 {
		return false, nil
	}
	if one.Comment != "" && other.Comment != "" {
		return one.Comment == other.Comment, nil
	}
	was, err := contentOf(one)
	if err != nil {
		return false, err
	}
	is, err := contentOf(other)
	return bytes.Equal(was, is), err
}

func contentOf(file *zip.File) (_ []byte, err error) {
	opened, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	return io.ReadAll(opened)
}
