UPDATE "settings" s SET "alarm_repeat_minutes" = 5
WHERE s."alarm_repeat_minutes" = 10 AND NOT EXISTS (
	SELECT 1 FROM "audit_entries" e
	WHERE e.account_id = s.account_id AND e.action = 'settings-changed'
	AND e.subject LIKE '%Minutes until the alarm sounds again%'
);
