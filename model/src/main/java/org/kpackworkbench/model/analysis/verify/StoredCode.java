package org.kpackworkbench.model.analysis.verify;

import org.kpackworkbench.model.base.finding.Subject;

/** What a file holds as a code object, whether its bytes could be taken out of it or not. */
public sealed interface StoredCode extends Subject permits CodeObjectSubject, FileSubject.Unread {}
