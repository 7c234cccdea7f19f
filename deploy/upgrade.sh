#!/bin/sh
# Upgrades the service on a server, and goes back if the new version does not answer. As root:
#
#   sh upgrade.sh service.tgz
#
# The running version answers until the new one is installed beside it. INSTALL becomes a link to the folder of the version that runs.
# Variables, with their defaults: INSTALL=/opt/service  SERVICE_DATA=/var/lib/service  UNIT=service  READY=http://127.0.0.1:3001/readyz
# WAIT_S=1800, the seconds that the new version may take to upgrade the database and answer.
set -eu

INSTALL=${INSTALL:-/opt/service}
DATA=${SERVICE_DATA:-/var/lib/service}
UNIT=${UNIT:-service}
READY=${READY:-http://127.0.0.1:3001/readyz}
WAIT_S=${WAIT_S:-1800}
BACKUP=$DATA/before-upgrade.backup

fail() {
  echo "$*" >&2
  exit 1
}
program() { echo "$1/dist/commands/run.js"; }
version() { node "$(program "$1")" --version; }
answers() { node -e 'fetch(process.argv[1]).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))' "$READY"; }
restarts() { systemctl show -p NRestarts --value "$UNIT"; }

# Points INSTALL to a version, starts it, and waits until it answers. A version that ends instead is started again by systemd, or counts as failed.
runs() {
  ln -sfn "$1" "$INSTALL"
  systemctl start "$UNIT" || return 1
  first=$(restarts)
  waited=0
  until answers; do
    [ "$waited" -lt "$WAIT_S" ] && [ "$(restarts)" = "$first" ] && systemctl is-active --quiet "$UNIT" || return 1
    sleep 1
    waited=$((waited + 1))
  done
}

archive=${1:-}
[ -f "$archive" ] || fail "Expected the archive of the new version, got \"$archive\". Type: sh upgrade.sh service.tgz"
[ -d "$INSTALL" ] || fail "There is no installation in $INSTALL. Install the service first (docs/deploy.md), or name the folder: INSTALL=/opt/service sh upgrade.sh $archive"
[ ! -d "$INSTALL/.service" ] || fail "The data is in the installation, $INSTALL/.service. Stop the service, move that folder to $DATA, set SERVICE_DATA in the unit, and start the service again."
[ -f "$DATA/service.db" ] || fail "There is no data in $DATA. Name its folder: SERVICE_DATA=/var/lib/service sh upgrade.sh $archive"

new=$INSTALL-$(date -u +%Y%m%dT%H%M%SZ)
mkdir "$new"
trap 'rm -rf "$new"' EXIT
tar xzf "$archive" -C "$new" --no-same-owner
(cd "$new" && npm ci --omit=dev --no-audit --no-fund)
version=$(version "$new") || fail "The new version does not start at all. Nothing was changed: $INSTALL answers as before."
before=$(version "$INSTALL" 2>/dev/null) || before="the version before"
echo "Installed in $new: $version. Running: $before."
node "$(program "$INSTALL")" data backup "$BACKUP" --data "$DATA"

if [ -L "$INSTALL" ]; then old=$(readlink -f "$INSTALL"); else
  old=$INSTALL-before
  [ ! -e "$old" ] || fail "$old exists already. Remove or rename it, then type the command again."
fi
systemctl stop "$UNIT"
[ -L "$INSTALL" ] || mv "$INSTALL" "$old"
trap - EXIT
if runs "$new"; then
  echo "Upgraded: $version answers. When you no longer need the way back, remove $old and $BACKUP."
  exit 0
fi

echo "The new version does not answer. Going back to $before." >&2
systemctl stop "$UNIT" || true
# Restored only if the version before cannot read the database any more: what was stored since the backup is lost then.
case $(node "$(program "$old")" data status --json --data "$DATA") in
*'"state":"unreadable"'*)
  node "$(program "$old")" data restore "$BACKUP" --data "$DATA"
  node "$(program "$old")" data activate --data "$DATA"
  ;;
esac
runs "$old" || fail "The version before does not answer either. See: journalctl -u $UNIT"
fail "Went back: $before answers. The new version is kept in $new: see journalctl -u $UNIT for why it did not start."
