package org.kpackworkbench.model.analysis.verify;

import org.kpackworkbench.model.base.bytes.ByteView;
import org.kpackworkbench.model.base.place.Place;

/** Something that rules check. The bytes last as long as the check does. */
public sealed interface Subject
    permits ArchiveSubject,
        ArtifactSubject,
        BlobSubject,
        BrokenSubject,
        BundleSubject,
        CodeObjectSubject,
        CoffSubject,
        FileSubject,
        FramesSubject,
        HostSubject,
        LibrarySubject,
        ManifestSubject,
        MemberSubject,
        NameSubject,
        TreeFileSubject {

  /** What it is. */
  Place place();

  /** Its bytes. */
  ByteView bytes();
}
