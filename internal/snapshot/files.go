package snapshot

import (
	"context"
	"errors"
	"io"

	"github.com/millrace/millrace/internal/ids"
)

// Files returns the files of a stored project snapshot.
func (p *Compiler) Files(ctx context.Context, organization ids.Organization, snapshot string) (map[string][]byte, error) {
	archive, err := p.open(ctx, organization, snapshot)
	if err != nil {
		return nil, err
	}
	files := make(map[string][]byte, len(archive.File))
	for _, file := range archive.File {
		content, err := file.Open()
		if err != nil {
			return nil, err
		}
		files[file.Name], err = io.ReadAll(content)
		if err := errors.Join(err, content.Close()); err != nil {
			return nil, err
		}
	}
	return files, nil
}
