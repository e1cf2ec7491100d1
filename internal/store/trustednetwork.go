package store

import (
	"context"

	"github.com/millrace/millrace/internal/account"
	"github.com/millrace/millrace/internal/ids"
)

// maxTrustedNetworks limits the networks that are remembered per user. The one that was used longest ago is removed.
const maxTrustedNetworks = 20

// IsTrusted reports whether a user has signed in from a network before.
func (s *SignIns) IsTrusted(ctx context.Context, user ids.User, network string) (bool, error) {
	var count int
	err := s.db.reader.QueryRowContext(ctx, `SELECT count(*) FROM trusted_networks WHERE user_id = $1 AND network = $2`, user, network).Scan(&count)
	return count > 0, translate(err)
}

// trustNetwork records that a user has signed in from a network.
func trustNetwork(ctx context.Context, t *tx, user account.User, network string) error {
	_, err := t.ExecContext(ctx, `INSERT INTO trusted_networks (user_id, network, used_at) VALUES ($1, $2, $3)
		ON CONFLICT (user_id, network) DO UPDATE SET used_at = excluded.used_at`, user.ID, network, moment(t.now))
	if err != nil {
		return err
	}
	_, err = t.ExecContext(ctx, `DELETE FROM trusted_networks WHERE user_id = $1 AND network NOT IN (
		SELECT network FROM trusted_networks WHERE user_id = $1 ORDER BY used_at DESC, network LIMIT $2)`, user.ID, maxTrustedNetworks)
	return err
}

// distrustNetworks forgets the networks of a user.
func distrustNetworks(ctx context.Context, t *tx, user ids.User) error {
	_, err := t.ExecContext(ctx, `DELETE FROM trusted_networks WHERE user_id = $1`, user)
	return err
}
