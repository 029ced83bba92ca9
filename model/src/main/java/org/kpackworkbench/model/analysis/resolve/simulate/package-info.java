/**
 * A loader as an object: answers a request as a runtime does, and records each step.
 *
 * <p>{@link org.kpackworkbench.model.analysis.resolve.simulate.Loader} takes a {@link
 * org.kpackworkbench.model.analysis.resolve.simulate.LoadRequest} and answers with a {@link
 * org.kpackworkbench.model.analysis.resolve.simulate.Resolution}: the code object or an error
 * number, and the trace.
 *
 * <pre>{@code
 * try (Loader loader = new Loader(LoaderEnvironment.of(System.getenv()), TOLERANT)) {
 *   List<String> targets = Device.written("gfx942:xnack-").handed();
 *   LoadedCode code = loader.load(LoadRequest.of(fat, place, wrapper, targets));
 * }
 * }</pre>
 *
 * <p>A request runs in three phases:
 *
 * <ol>
 *   <li>{@code Candidates} resolves all search paths with their links ({@code SearchPaths}),
 *       expands {@code @GFXARCH@}, and opens the archives. {@code LoaderArchive} accepts what a
 *       loader accepts, which is not what {@link
 *       org.kpackworkbench.model.format.kpack.KpackArchive} can show. {@code ArchiveCache} opens
 *       each archive once.
 *   <li>{@code Search} tries each target in order, each textual reduction of it, and each archive
 *       that lists the reduction ({@link org.kpackworkbench.model.format.kpack.ArchiveSearch}).
 *   <li>The code object is unpacked, where bytes were requested.
 * </ol>
 *
 * <p>The answers of the strict and the tolerant {@linkplain
 * org.kpackworkbench.model.analysis.resolve.simulate.LoaderBehaviour behaviour} come from the same
 * run. Any error counts as a miss; if no candidate has code, the error of the last one is the
 * answer. A {@link org.kpackworkbench.model.analysis.resolve.Step.Noted} says where an archive
 * reader sees more than a loader. The third behaviour, {@code PLANNED}, does what the first plan of
 * the format describes and no loader implements; it is used only on request.
 *
 * <p>{@link org.kpackworkbench.model.analysis.resolve.simulate.BinaryResolver} resolves every
 * wrapper of a binary; {@link org.kpackworkbench.model.analysis.resolve.simulate.Registration} says
 * what a process with several devices gets. {@link
 * org.kpackworkbench.model.analysis.resolve.simulate.MarkerPreview} and {@link
 * org.kpackworkbench.model.analysis.resolve.simulate.AvailableTargets} look up a marker's search
 * paths for any device.
 */
package org.kpackworkbench.model.analysis.resolve.simulate;
