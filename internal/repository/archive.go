package repository

import (
	"archive/zip"
	"bytes"
	"context"
	"maps"
	"slices"

	"github.com/millrace/millrace/internal/ids"
)

// Archive has the files of a commit.
type Archive struct {
	Commit Commit
	files  map[string][]byte
}

// Archive returns the files of a commit, to be written as a zip.
func (s *Service) Archive(ctx context.Context, organization ids.Organization, id ids.Project, ref string) (Archive, error) {
	files, commit, err := s.CommitFiles(ctx, organization, id, ref)
	return Archive{Commit: commit, files: files}, err
}

// Zip packs the files; the same commit always gives the same bytes.
func (a Archive) Zip() ([]byte, error) {
	var packed bytes.Buffer
	archive := zip.NewWriter(&packed)
	for _, path := range slices.Sorted(maps.Keys(a.files)) {
		file, err := archive.CreateHeader(&zip.FileHeader{Name: path, Method: zip.Deflate, Modified: a.Commit.When})
		if err != nil {
			return nil, err
		}
		if _, err := file.Write(a.files[path]); err != nil {
			return nil, err
		}
	}
	err := archive.Close()
	return packed.Bytes(), err
}
