import asyncio


async def main():  # error: unsupported
    print("async")


asyncio.run(main())
