package org.kpackworkbench.model.analysis.verify;

import org.jspecify.annotations.Nullable;
import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.place.Place;

/**
 * A blob of an archive that a row names and that could be found.
 *
 * @param place the place of the first row that names it
 * @param type the row's type
 * @param bytes the whole archive
 * @param fileOffset where it is stored
 * @param failure why it does not decompress to what the row states; null where it does
 */
public record BlobSubject(
    Place place, String type, ByteView bytes, long fileOffset, @Nullable FormatException failure)
    implements Subject {}
