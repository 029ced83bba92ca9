package org.kpackworkbench.model.analysis.verify.run;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.finding.Finding;

/**
 * What came of one file.
 *
 * @param checked the file; null where nothing in it was checked
 * @param notChecked what of it was not; empty where all was
 * @param unreadable why it could not be read; null where it could
 */
record FileResult(
    List<Finding> findings,
    @Nullable Path checked,
    List<NotChecked> notChecked,
    VerifyReport.@Nullable Unreadable unreadable) {}
