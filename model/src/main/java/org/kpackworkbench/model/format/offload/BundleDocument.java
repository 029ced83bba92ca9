package org.kpackworkbench.model.format.offload;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.kpackworkbench.model.base.bytes.FormatException;
import org.kpackworkbench.model.base.job.Progress;
import org.kpackworkbench.model.base.output.Report;
import org.kpackworkbench.model.base.place.Ownership;
import org.kpackworkbench.model.base.place.Place;
import org.kpackworkbench.model.format.registry.Claims;
import org.kpackworkbench.model.format.registry.CodeObjects;
import org.kpackworkbench.model.format.registry.FileInfo;
import org.kpackworkbench.model.format.registry.Lazy;
import org.kpackworkbench.model.format.registry.OpenSource;
import org.kpackworkbench.model.format.registry.Opening;
import org.kpackworkbench.model.format.registry.PlaceSyntax;
import org.kpackworkbench.model.format.registry.PlaceSyntaxException;
import org.kpackworkbench.model.format.registry.SourceDocument;

/** An open file of offload bundles, compressed or not. */
public final class BundleDocument extends SourceDocument {
  private final BundleFile file;
  private final UnpackedBundles unpacked;
  private final Lazy<BundledRows.Listing> listing;
  private final Lazy<CodeObjects> codeObjects;

  BundleDocument(OpenSource source, Opening opening) throws FormatException {
    super(source, BundleFormat.FORMAT);
    this.unpacked = new UnpackedBundles(opening.budget());
    this.file = BundleFile.read(source.bytes());
    this.listing = new Lazy<>(() -> BundledRows.of(file, source.place()));
    this.codeObjects = new Lazy<>(() -> new BundledCodeObjects(listing.get().rows(), unpacked));
  }

  /** The bundles. */
  public BundleFile file() {
    return file;
  }

  /** Returns the problems of the bundles' tables. */
  @Override
  public List<FormatException> problems() {
    return listing.get().problems();
  }

  @Override
  public CodeObjects codeObjects() {
    return codeObjects.get();
  }

  @Override
  public void close() {
    try {
      unpacked.close();
    } finally {
      super.close();
    }
  }

  @Override
  protected Ownership owners() throws FormatException {
    return Claims.map(bytes(), OffloadClaims.of(file, place()));
  }

  @Override
  public FileInfo info(boolean checksums, Progress progress) throws IOException {
    return new Info(this);
  }

  @Override
  public Optional<Place> place(String form, String name, PlaceSyntax syntax)
      throws PlaceSyntaxException {
    return BundlePlaceFinder.of(syntax, file, place()).find(form, name);
  }

  private record Info(BundleDocument document) implements FileInfo {
    @Override
    public void describe(Report report) {
      new Bundles(document.bytes(), document.file().bundles()).describe(report);
    }
  }
}
