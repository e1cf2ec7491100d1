package repository

import (
	"context"
	"io"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
)

// Advertise writes the branches of a project for a git client, in git's HTTP protocol.
func (s *Service) Advertise(ctx context.Context, organization ids.Organization, id ids.Project, to io.Writer) error {
	p, repo, err := s.open(ctx, account.Actor{Organization: organization}, id)
	if err != nil {
		return err
	}
	return repo.Advertise(ctx, to, branchOf(p))
}

// UploadPack answers a request of a git client for objects.
func (s *Service) UploadPack(ctx context.Context, organization ids.Organization, id ids.Project, request io.Reader, to io.Writer) error {
	_, repo, err := s.open(ctx, account.Actor{Organization: organization}, id)
	if err != nil {
		return err
	}
	return repo.UploadPack(ctx, request, to)
}
