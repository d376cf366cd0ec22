/**
 * A nightly export on the operator's own machine. It may write only to its own folder, and a Node installed there takes precedence over the
 * system's.
 */
export const SERVICE = `[Unit]
Description=Export the repair guides
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
User=benchbook
WorkingDirectory=/srv/benchbook
EnvironmentFile=-/etc/benchbook.env
Environment=PATH=/srv/benchbook/node_modules/.bin:/usr/local/bin:/usr/bin:/bin
ExecStart=/srv/benchbook/node_modules/.bin/benchbook export --if-changed
TimeoutStartSec=12h
Nice=10
NoNewPrivileges=yes
PrivateTmp=yes
ProtectHome=yes
ProtectSystem=strict
ReadWritePaths=/srv/benchbook

[Install]
WantedBy=multi-user.target
`

export const TIMER = `[Unit]
Description=Export the repair guides every night

[Timer]
OnCalendar=*-*-* 03:17:00
RandomizedDelaySec=30min
Persistent=true

[Install]
WantedBy=timers.target
`
