package org.kpackworkbench.model.verify.run;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.verify.Finding;

/**
 * What came of one file.
 *
 * @param checked the file; null where it is of no known kind
 * @param unreadable why it could not be read; null where it could
 */
record FileResult(
    List<Finding> findings, @Nullable Path checked, VerifyReport.@Nullable Unreadable unreadable) {}
